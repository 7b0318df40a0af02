import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { GameChoice } from '@nare/contract/game-shapes'
import { sandbox } from '@nare/contract/sandbox'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp } from '#testing/app'
import { gamesEnv, ownGamesOn } from '#testing/own-games'
import type { SeededBettor } from '#testing/seed'

const mines: GameChoice = { game: 'mines', options: { mines: 3 } }

test('an abandoned round that cannot be ended does not keep later ones open', async () => {
  const nare = await testApp(gamesEnv)
  const owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  const own = ownGamesOn(nare)
  const [first, second] = (await nare.bettors(2, 100)) as [SeededBettor, SeededBettor]
  const broken = await own.mustBet(first.token, mines)
  const round = await own.mustBet(second.token, mines)
  await own.mustMove(first.token, broken, { reveal: 0 }).catch(() => undefined)
  await sql`
    update games.round set options = '{"mines": 99}', state = 'open', payout = 0, settled_at = null
    where bet_id = ${broken.round_id}::bigint`.execute(owner)
  await nare.call(sandbox.clock, { advance_s: 86_401 })
  expect(await nare.app.ownGames.endAbandoned()).toBe(1)
  expect(await own.round(second.token, round.round_id)).toMatchObject({ state: 'done', payout: '20.00' })
  await owner.destroy()
  await nare.close()
})
