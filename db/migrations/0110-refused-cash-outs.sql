-- Cash-outs that a bettor asked for and did not get, as evidence about the ticket: at which quote, and why. At most 100 of a ticket.
create table betting.cash_out_refusal (
  id bigint generated always as identity primary key,
  bet_id bigint not null,
  at timestamptz not null default platform.now(),
  code text not null check (code in ('not_available', 'quote_changed', 'quote_expired', 'quote_used')),
  reason text check (length(reason) between 1 and 40),
  quoted bigint check (quoted >= 0),
  hundredths int not null check (hundredths between 1 and 100)
);
create index cash_out_refusal_of_bet on betting.cash_out_refusal (bet_id, id);
grant select, insert on betting.cash_out_refusal to nare_app;
