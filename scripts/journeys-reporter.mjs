import { relative } from 'node:path'
import { errorText, showProgress } from './progress.mjs'
import { root } from './tools.mjs'

const nameOf = (test) => {
  const project = test.titlePath()[1]
  return `[${project}] ${relative(root, test.location.file)}:${test.location.line} ${test.title}`
}

/** Reports Playwright's journeys as `showProgress` does. */
export default class ProgressReporter {
  onBegin(_config, suite) {
    this.progress = showProgress({ total: suite.allTests().length, unit: 'journeys' })
  }

  onTestBegin(test) {
    this.progress.started(nameOf(test))
  }

  onTestEnd(test, { status, duration, errors }) {
    const state = test.outcome() === 'unexpected' ? 'FAILED' : status === 'skipped' ? 'skipped' : 'ok'
    this.progress.finished(nameOf(test), { state, durationMs: duration, errors: errors.map(errorText) })
  }

  onError(error) {
    console.log(errorText(error))
  }

  onEnd() {
    this.progress?.end()
  }
}
