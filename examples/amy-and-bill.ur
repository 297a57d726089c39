UR
Players: Amy, Bill.
Pieces: 2.
Red 3 start.
Green 2 start.
Red 0 pass.
Green 1 2.
Red 4 start.
Red 4 4.
Red 4 3.
Green 1 3.
Green 2 4.
Red 3 7.
Green 3 6.
Red 2 10.
Green 4 start.
Green 1 9.
Red 3 12.
Green 0 pass.
Red 3 8.
Green 3 10.
Red 2 11.
Green 2 13.
Red 2 13.
Red wins!
