import { sql, type RawBuilder } from 'kysely'

/** The betting account of who asks: nobody learns of a suspicion about himself. */
export type Asker = { readonly own: bigint | undefined }

/** That an alert is neither about an account nor names it. */
export const isOfOthers = (own: bigint | undefined): RawBuilder<unknown> =>
  own === undefined
    ? sql`true`
    : sql`bettor_id <> ${own}::bigint
        and not facts->'items' @> ${JSON.stringify([{ kind: 'account', ref: own.toString() }])}::text::jsonb`

/** That a case `c` is not about an account, and none of its alerts names it. */
export const areOfOthers = (own: bigint | undefined): RawBuilder<unknown> =>
  own === undefined
    ? sql`true`
    : sql`c.bettor_id <> ${own}::bigint
        and not exists (select from aml.alert a where a.case_id = c.case_id and not (${isOfOthers(own)}))`

/** What a list asks of its rows: those of a state, of a bettor, of an owner. */
export type Filter<State extends string> = Asker & {
  readonly state?: State | undefined
  readonly bettor?: bigint | undefined
  readonly owner?: string | undefined
}

/** The conditions of a filter, without those about who asks. */
export const isIn = ({ state, bettor, owner }: Filter<string>): RawBuilder<unknown> =>
  sql.join(
    [
      state === undefined ? sql`true` : sql`state = ${state}`,
      ...(bettor === undefined ? [] : [sql`bettor_id = ${bettor}::bigint`]),
      ...(owner === undefined ? [] : [sql`owner = ${owner}`]),
    ],
    sql` and `,
  )
