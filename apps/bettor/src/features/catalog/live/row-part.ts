/** What a row has once its match is live, in one chunk. It imports nothing that shows rows, or rows and lists would go in a circle. */
export { NextGoal } from './next-goal.tsx'
export { Reds } from './reds.tsx'
export { RowEvent } from './row-event.tsx'
