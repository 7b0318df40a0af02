import type { matchEvents } from '@nare/contract/match-events'
import type { Answer } from '@nare/contract/route'

export type InsightData = Answer<typeof matchEvents.insight>['data']
/** An earlier match from the view of a team. */
export type PastMatch = InsightData['head_to_head'][number]
export type ChancesAt = InsightData['chances'][number]
