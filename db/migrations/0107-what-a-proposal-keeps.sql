-- What a proposal keeps beside its input and never shows: the hash of a token that its proposer was given, which lives once it is confirmed.
alter table operator.proposal add column kept jsonb;
