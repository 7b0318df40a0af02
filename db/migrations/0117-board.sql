-- The trader's board reads the cash-outs since a moment.
create index cash_out_at on betting.cash_out (at);
