import { pathToFileURL } from 'node:url'
import { workerData } from 'node:worker_threads'
import { answerInThread } from './thread-answers.ts'

/** The thread of first-page.ts, which renders the data of each message. */
const renderer: Promise<{ render: (data: unknown) => string }> = import(pathToFileURL(String(workerData)).href)

answerInThread(async (data) => (await renderer).render(data))
