-- The crash board reads the rounds that were closed last by the index of the winners.
drop index casino.round_of_smartsoft;
