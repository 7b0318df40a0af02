/** A bettor's own topics: they need a session and are only available on the socket. */
export const privateTopics: ReadonlySet<string> = new Set(['balance', 'bets'])

/** Whether a topic is published and drawn without pacing: crash rounds and league play-outs. `crash:bets` is paced. */
export const isUrgentTopic = (topic: string): boolean => topic === 'crash' || topic.startsWith('league:')
