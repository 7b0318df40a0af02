-- Refuses a transaction that is older than its caller waits; the last statement before a COMMIT. Real time on purpose: nobody's
-- patience moves with the sandbox's clock.
create function platform.assert_in_time(allowed interval) returns void language plpgsql volatile as $$
begin
  if clock_timestamp() > transaction_timestamp() + allowed then
    raise exception 'the transaction took longer than %', allowed using errcode = 'NR001';
  end if;
end $$;
