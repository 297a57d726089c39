//! Matches between players who are known already: those of tournaments, and rematches.

use parlour_host::HUMAN;

use super::{Made, PLAYERS, Seated, check_bot, game_of, seed_of, start};
use crate::forms::SeatForm;
use crate::people::{Caller, derived_word, random_key};
use crate::problem::Problem;
use crate::registry::Registry;
use crate::table::{Head, Table};
use crate::tournaments::{Entry, Meeting, Tournament};

impl Made {
    /// A match of a tournament, between two players and their names.
    pub(crate) fn paired(
        tournament: &Tournament,
        tournament_id: &str,
        meeting: &Meeting,
        twins: Vec<String>,
        players: [&Entry; 2],
    ) -> Result<Made, Problem> {
        let Meeting { id, key, .. } = meeting;
        let game = game_of(&tournament.game)?;
        let mut setup = tournament.setup.clone();
        if game.options().iter().any(|option| option.name == PLAYERS) {
            setup.entry(PLAYERS.to_owned()).or_insert("2".to_owned());
        }
        let kinds = players.map(|entry| entry.bot.clone().unwrap_or_else(|| HUMAN.to_owned()));
        let start = start(game, &setup, None, &kinds, &seed_of(key)?)?;
        if start.seats() != 2 {
            let message = "tournament matches are for two players";
            return Err(Problem::invalid("seats", message));
        }
        let seated = Seated {
            key: key.to_owned(),
            strangers: false,
            chosen: false,
            clock: tournament.clock,
            // The code of the tournament leads to it.
            public: false,
            player: &players[0].player,
            name: String::new(),
        };
        let seats = players.map(|entry| match &entry.bot {
            None => SeatForm::Me,
            Some(bot) => SeatForm::Bot {
                bot: bot.clone(),
                nodes: entry.nodes,
            },
        });
        let seats = seats.to_vec();
        let mut made = Made::seated(game, start, setup, seats, seated);
        made.change_head(|head| {
            head.names = players.map(|entry| entry.name.clone()).to_vec();
            head.tournament = Some(tournament_id.to_owned());
            head.twins = twins;
        })?;
        for (row, entry) in made.row.seats.iter_mut().zip(players) {
            row.player = entry.bot.is_none().then(|| entry.player.clone());
        }
        made.id.clone_from(id);
        made.row.id.clone_from(id);
        Ok(made)
    }

    /// Whether all its bots can play here.
    pub(crate) fn check_bots(&self, registry: &Registry) -> Result<(), Problem> {
        let game = game_of(&self.row.game)?;
        let broken = |error: serde_json::Error| Problem::internal(error.to_string());
        let head: Head = serde_json::from_str(&self.row.head).map_err(broken)?;
        let start = game.read_position(&head.start);
        let start = start.map_err(|finding| Problem::internal(finding.message))?;
        for (row, nodes) in self.row.seats.iter().zip(&head.nodes) {
            if let Some(bot) = &row.bot {
                check_bot(registry, game, &*start, bot, Some(*nodes))?;
            }
        }
        Ok(())
    }

    fn change_head(&mut self, change: impl FnOnce(&mut Head)) -> Result<(), Problem> {
        let broken = |error: serde_json::Error| Problem::internal(error.to_string());
        let mut head: Head = serde_json::from_str(&self.row.head).map_err(broken)?;
        change(&mut head);
        self.row.head = serde_json::to_string(&head).map_err(broken)?;
        Ok(())
    }

    /// A rematch of the same players.
    pub(crate) fn again(table: &Table, caller: &Caller) -> Result<Made, Problem> {
        let key = random_key();
        let seed = seed_of(&key)?;
        let count = table.seats.len();
        // People change seats. A person who plays against bots keeps theirs.
        let has_bots = table.seats.iter().any(|seat| seat.bot.is_some());
        let old = |seat: usize| match has_bots {
            true => seat,
            false => (seat + 1) % count,
        };
        let kinds: Vec<String> = (0..count)
            .map(|seat| {
                table.seats[old(seat)]
                    .bot
                    .clone()
                    .unwrap_or_else(|| HUMAN.to_owned())
            })
            .collect();
        let start = start(table.game, &table.head.setup, None, &kinds, &seed)?;
        let seats = (0..count)
            .map(|seat| match &table.seats[old(seat)].bot {
                Some(bot) => SeatForm::Bot {
                    bot: bot.clone(),
                    nodes: Some(table.head.nodes[old(seat)]),
                },
                None => SeatForm::Me,
            })
            .collect();
        let seated = Seated {
            key,
            strangers: !table.is_among_friends(),
            chosen: false,
            clock: table.head.clock,
            public: false,
            player: &caller.player,
            name: String::new(),
        };
        let mut made = Made::seated(table.game, start, table.head.setup.clone(), seats, seated);
        // Strangers know the key by now, but not by what the server knows the players.
        let players = table.seats.iter().filter_map(|seat| seat.player.as_deref());
        let secret: String = players.chain([&*table.head.key]).collect();
        made.id = derived_word(12, "Parlour rematch", &secret);
        made.row.id.clone_from(&made.id);
        made.change_head(|head| {
            head.creator = table.head.creator.clone();
            head.name = table.head.name.clone();
            head.names = (0..count)
                .map(|seat| table.names(true)[old(seat)].clone())
                .collect();
        })?;
        for (seat, row) in made.row.seats.iter_mut().enumerate() {
            row.player = table.seats[old(seat)].player.clone();
        }
        Ok(made)
    }
}
