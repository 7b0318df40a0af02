import type pg from 'pg'
import { workingRole } from './db.ts'
import { StartError } from './start-error.ts'

/** The role of other programs that read figures. Its rights come with the views. */
const reportRole = 'nare_report'

/**
 * Creates the roles that the schema grants rights to, and sees that this connection's user may become the working role. Throws a StartError
 * with what an administrator of PostgreSQL has to run if the user may not do that itself.
 */
export async function prepareRoles(client: pg.Client): Promise<void> {
  try {
    await client.query(`
      do $$ declare wanted text; begin
        foreach wanted in array array['${workingRole}', '${reportRole}'] loop
          begin
            if not exists (select from pg_roles where rolname = wanted) then execute format('create role %I nologin', wanted); end if;
          exception when duplicate_object or unique_violation then null;
          end;
        end loop;
        -- Before PostgreSQL 16 each member of a role may become it, and the privilege 'set' is not known.
        if not pg_has_role(current_user, '${workingRole}', case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)
        then execute format('grant ${workingRole} to %I', current_user); end if;
      end $$`)
  } catch (error) {
    if (!isForbidden(error)) throw error
    const { rows } = await client.query<{ user: string; missing: string[] }>(
      `select quote_ident(current_user) as user, array(
        select wanted from unnest(array['${workingRole}', '${reportRole}']) wanted
        where not exists (select from pg_roles where rolname = wanted)) as missing`,
    )
    const [{ user, missing } = { user: 'its user', missing: [] }] = rows
    const commands = [...missing.map((role) => `create role ${role} nologin;`), `grant ${workingRole} to ${user};`]
    throw new StartError(
      `${user} may not make the roles that Nare needs. Let an administrator of PostgreSQL run once: ${commands.join(' ')}`,
      { cause: error },
    )
  }
}

/** Whether PostgreSQL refused because of a missing right. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42501'
