-- The free fantasy contest: match weeks of the Nare league and of a real league, squads, teams, mini-leagues and prizes in promo points.
create schema fantasy;
grant usage on schema fantasy to nare_app;

-- `first_round` to `last_round` are the rounds of a Nare week by the competition's count. Prices and budgets are in halves. `facts` is the
-- hash of what the teams were scored by last.
create table fantasy.week (
  week_no int generated always as identity primary key,
  week_id text not null unique check (week_id ~ '^[a-z0-9-]{1,40}$'),
  kind text not null check (kind in ('nare', 'catalog')),
  competition_id text not null check (length(competition_id) between 1 and 64),
  competition text not null check (length(competition) between 1 and 120),
  number int not null check (number > 0),
  deadline timestamptz not null,
  state text not null default 'open' check (state in ('open', 'running', 'over')),
  budget int not null check (budget > 0),
  first_round bigint,
  last_round bigint,
  commitment text check (commitment ~ '^[0-9a-f]{64}$'),
  seed text check (seed ~ '^[0-9a-f]{64}$'),
  teams int not null default 0 check (teams >= 0),
  facts text,
  made_at timestamptz not null default platform.now(),
  over_at timestamptz,
  unique (kind, competition_id, number),
  check ((kind = 'nare') = (first_round is not null)),
  check (kind = 'catalog' or last_round = first_round + 9),
  check ((kind = 'catalog') = (commitment is not null)),
  check (seed is null or (state = 'over' and commitment = encode(sha256(decode(seed, 'hex')), 'hex'))),
  check ((state = 'over') = (over_at is not null))
);
create index week_unfinished on fantasy.week (deadline) where state <> 'over';
-- The seed of a catalog week, sealed with the key of the environment, until the week is over.
create table fantasy.secret (
  week_no int primary key references fantasy.week,
  sealed bytea not null
);
-- The matches of a catalog week.
create table fantasy.week_match (
  match_id int primary key,
  week_no int not null references fantasy.week
);
create index match_of_week on fantasy.week_match (week_no);

-- The squads of a week, frozen; `starts`, `goals` and `clean_sheets` follow the matches.
create table fantasy.player (
  week_no int not null references fantasy.week,
  n smallint not null check (n between 1 and 1000),
  player_id text not null check (length(player_id) between 1 and 40),
  name text not null check (length(name) between 1 and 80),
  club text not null check (length(club) between 1 and 120),
  position text not null check (position in ('GK', 'DF', 'MF', 'FW')),
  halves smallint not null check (halves > 0),
  scorer_weight bigint not null check (scorer_weight >= 0),
  starter_weight int not null check (starter_weight > 0),
  starts smallint not null default 0 check (starts >= 0),
  goals smallint not null default 0 check (goals >= 0),
  clean_sheets smallint not null default 0 check (clean_sheets between 0 and starts),
  points int not null default 0,
  primary key (week_no, n),
  unique (week_no, player_id)
) with (fillfactor = 70);

-- A team of a week: numbers of its players, the eleven by position, the bench in the order of coming in.
create table fantasy.team (
  week_no int not null references fantasy.week,
  bettor_id bigint not null,
  players smallint[] not null check (cardinality(players) = 11),
  captain smallint not null check (captain = any (players)),
  bench smallint[] not null check (cardinality(bench) = 4),
  points int not null default 0,
  saved_at timestamptz not null default platform.now(),
  primary key (week_no, bettor_id),
  check (not players && bench)
) with (fillfactor = 80);
create index team_by_points on fantasy.team (week_no, points desc, bettor_id);

-- The commands that saved a team or made a mini-league: sent again they change nothing, and with other content they are refused.
create table fantasy.command (
  bettor_id bigint not null,
  id uuid not null,
  content text not null check (content ~ '^[0-9a-f]{64}$'),
  at timestamptz not null default platform.now(),
  primary key (bettor_id, id)
);
create index command_age on fantasy.command (at);

create table fantasy.league (
  code text primary key check (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  name text not null check (length(name) between 1 and 40),
  owner_id bigint not null,
  command uuid not null,
  made_at timestamptz not null default platform.now(),
  unique (owner_id, command)
);
create table fantasy.member (
  bettor_id bigint not null,
  code text not null references fantasy.league,
  joined_at timestamptz not null default platform.now(),
  primary key (bettor_id, code)
);
create index member_of_league on fantasy.member (code, bettor_id);

-- What was won in a week that is over: rows are made once, with the week's end, and paid once each.
create table fantasy.prize (
  week_no int not null references fantasy.week,
  bettor_id bigint not null,
  rank int not null check (rank > 0),
  points int not null check (points > 0),
  paid_at timestamptz,
  primary key (week_no, bettor_id)
);
create index prize_unpaid on fantasy.prize (week_no, bettor_id) where paid_at is null;

grant select on all tables in schema fantasy to nare_app;
grant insert (week_id, kind, competition_id, competition, number, deadline, budget, first_round, last_round, commitment) on fantasy.week to nare_app;
grant update (deadline, state, seed, teams, facts, over_at) on fantasy.week to nare_app;
grant insert on fantasy.secret, fantasy.week_match, fantasy.player, fantasy.command, fantasy.league, fantasy.member, fantasy.prize to nare_app;
grant delete on fantasy.command to nare_app;
grant update (starts, goals, clean_sheets, points) on fantasy.player to nare_app;
grant insert (week_no, bettor_id, players, captain, bench), update (players, captain, bench, points, saved_at) on fantasy.team to nare_app;
grant update (paid_at) on fantasy.prize to nare_app;
grant usage on all sequences in schema fantasy to nare_app;

-- A week goes forward only.
create function fantasy.week_forward() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not (old.state = 'open' and new.state = 'running' or old.state = 'running' and new.state = 'over')
    or old.state <> 'open' and new.deadline <> old.deadline then
    raise exception 'week % cannot go from % to %', old.week_id, old.state, new.state;
  end if;
  return new;
end $$;
create trigger week_forward before update on fantasy.week for each row execute function fantasy.week_forward();

-- Who is in a team is settled by the deadline, whoever forgets to ask. A second is left to the statement that asked.
create function fantasy.team_in_time() returns trigger language plpgsql as $$
begin
  if not exists (select from fantasy.week where week_no = new.week_no and state = 'open' and deadline > platform.now() - interval '1 second') then
    raise exception 'the deadline of week % has passed', new.week_no using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger team_in_time before insert or update of players, captain, bench on fantasy.team
  for each row execute function fantasy.team_in_time();
