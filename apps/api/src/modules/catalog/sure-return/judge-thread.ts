import { answerInThread } from '#platform/thread-answers'
import { sureReturnOf, type Board } from './sure-return.ts'

/** The thread that solves the linear programmes of boards. */
answerInThread((board) => sureReturnOf(board as Board))
