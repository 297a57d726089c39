//! Inputs mutated from other inputs.

/// Words that mean something in some format.
const WORDS: [&str; 28] = [
    "\n",
    "\r\n",
    " ",
    ",",
    ".",
    ":",
    ";",
    "/",
    "-",
    "0",
    "1",
    "9",
    "18446744073709551616",
    "-1",
    "moves ",
    "start",
    "roll 4",
    "Players: ",
    " wins!",
    "Draw.",
    "null",
    "{\"",
    "\"}",
    "[]",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{200b}",
    "\u{feff}",
];

/// Makes inputs by changing others, the same ones for the same seed.
#[derive(Debug)]
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    state: u64,
}

impl Mutator {
    /// Begins with some inputs; with none at all, with an empty one.
    #[must_use]
    pub fn new(mut seeds: Vec<Vec<u8>>, seed: u64) -> Self {
        if seeds.is_empty() {
            seeds.push(Vec::new());
        }
        let mut mutator = Mutator {
            seeds,
            state: seed ^ 0x9e37_79b9_7f4a_7c15,
        };
        mutator.state = mutator.state.max(1);
        mutator
    }

    /// The next mutated input.
    pub fn next_input(&mut self) -> Vec<u8> {
        let chosen = self.below(self.seeds.len());
        let mut input = self.seeds[chosen].clone();
        for _ in 0..=self.below(6) {
            self.change(&mut input);
        }
        input
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        match self.below(9) {
            0 if at < input.len() => input[at] ^= 1 << self.below(8),
            1 if at < input.len() => input[at] = self.below(256) as u8,
            2 => input.insert(at, self.below(128) as u8),
            3 => {
                let word = WORDS[self.below(WORDS.len())];
                input.splice(at..at, word.bytes());
            }
            4 => {
                let end = at + self.below(input.len() - at + 1).min(16);
                input.drain(at..end);
            }
            // A digit becomes another.
            5 => {
                let digits: Vec<usize> = (0..input.len())
                    .filter(|index| input[*index].is_ascii_digit())
                    .collect();
                if let Some(place) = digits.get(self.below(digits.len().max(1))) {
                    input[*place] = b'0' + self.below(10) as u8;
                }
            }
            // A line is doubled, dropped or moved.
            6 => {
                let mut lines: Vec<Vec<u8>> = input
                    .split(|byte| *byte == b'\n')
                    .map(<[u8]>::to_vec)
                    .collect();
                let (from, to) = (self.below(lines.len()), self.below(lines.len()));
                match self.below(3) {
                    0 => lines.insert(to, lines[from].clone()),
                    1 => lines.swap(from, to),
                    _ => drop(lines.remove(from)),
                }
                *input = lines.join(&b'\n');
            }
            // The rest comes from another input.
            7 => {
                let other = self.below(self.seeds.len());
                let from = self.below(self.seeds[other].len() + 1);
                input.truncate(at);
                input.extend_from_slice(&self.seeds[other][from..]);
            }
            _ => input.truncate(at),
        }
    }

    fn below(&mut self, end: usize) -> usize {
        // Xorshift: its quality does not matter here.
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % end.max(1) as u64) as usize
    }
}
