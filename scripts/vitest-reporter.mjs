import { relative } from 'node:path'
import { errorText, showProgress } from './progress.mjs'
import { root } from './tools.mjs'

const nameOf = ({ moduleId }) => relative(root, moduleId)
const errorsOf = (errors) => errors.map(errorText)

/** Reports vitest's files as `showProgress` does. */
export default class ProgressReporter {
  onTestRunStart(specifications) {
    this.progress = showProgress({ total: specifications.length, unit: 'files' })
  }

  onTestModuleStart(module) {
    this.progress.started(nameOf(module))
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result()
    if (state === 'failed') this.progress.failed(`${nameOf(test.module)} › ${test.fullName}`, errorsOf(errors))
  }

  onTestModuleEnd(module) {
    const { duration } = module.diagnostic()
    // A suite's own errors are those of its hooks.
    const errors = [...module.children.allSuites()].flatMap((suite) => suite.errors())
    const state = module.state() === 'failed' ? 'FAILED' : module.state() === 'skipped' ? 'skipped' : 'ok'
    const own = [...module.errors(), ...errors]
    this.progress.finished(nameOf(module), { state, durationMs: duration, errors: errorsOf(own) })
  }

  onTestRunEnd(_modules, unhandled) {
    this.progress.end()
    for (const error of unhandled) this.progress.failed('outside the tests', errorsOf([error]))
  }
}
