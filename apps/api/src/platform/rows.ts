import { sql, type QueryExecutorProvider } from 'kysely'

type Statement<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>

/** Runs a statement and returns its rows: `` queryRows<Row>(db)`select …` ``. */
export const queryRows =
  <Row>(db: QueryExecutorProvider): Statement<Row[]> =>
  async (text, ...values) =>
    (await sql<Row>(text, ...values).execute(db)).rows

/** Runs a statement and returns its first row, if it has one. */
export const queryRow =
  <Row>(db: QueryExecutorProvider): Statement<Row | undefined> =>
  async (text, ...values) =>
    (await queryRows<Row>(db)(text, ...values))[0]
