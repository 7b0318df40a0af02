/** What the live page adds to the list of matches, in one chunk: small parts that are met together weigh a third less than apart. */
export { LiveHead } from './live-head.tsx'
export { FollowedList, LiveFoot, NextKickOffs } from './live-list.tsx'
export { NextGoal } from './next-goal.tsx'
export { Reds } from './reds.tsx'
export { RowEvent } from './row-event.tsx'
