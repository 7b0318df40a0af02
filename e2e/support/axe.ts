import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

/** What the script of axe adds to a page. */
type WithAxe = { readonly axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } }

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The serious and critical violations that axe finds on the current page: by all its rules, or by `rules` alone. Frames of other origins
 * are not checked. Axe is loaded once for each loaded document, because loading it takes as long as a run.
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source)
  return page.evaluate(async (only) => {
    const { axe: runner } = globalThis as unknown as WithAxe
    const { violations } = await runner.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      // What only unused rules and unread parts of its answer need takes a quarter of its time.
      preload: false,
      selectors: false,
      ...(only && { runOnly: only }),
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, rules)
}
