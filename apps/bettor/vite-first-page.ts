import { join } from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type PluginOption } from 'vite'
import { classNames } from './vite-class-names.ts'
import { filesOf, fileOf, type Bundle } from './vite-shell.ts'

/** What makes our sources JavaScript: JSX and the texts' macros. */
export const transforms = (root: string): PluginOption[] => [
  react(),
  lingui({ cwd: root, failOnCompileError: true }),
  babel({ presets: [linguiTransformerBabelPreset({}, { cwd: root })] }),
]

/**
 * Lets the server write the first rows of the front page into the shell: marks the place, with the styles that they need, and
 * builds after the app what renders them, into a folder that is not served (a dot folder).
 */
export function firstPage(root: string): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const styles = stylesOfHome(bundle).map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`)
        return html.replace('<!--first-->', () => `<!--first ${styles.join('')}-->`)
      },
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          plugins: [...transforms(root), withoutParts],
          css: { modules: { generateScopedName: classNames(root) } },
          ssr: { noExternal: true, target: 'webworker' },
          build: {
            ssr: join(root, 'src/screens/first-page.tsx'),
            outDir: join(root, 'dist', '.server'),
            target: 'es2022',
            minify: true,
            rolldownOptions: { checks: { pluginTimings: false } },
          },
        })
      },
    },
  }
}

function stylesOfHome(bundle: Bundle): string[] {
  const files = ['app.tsx', 'features/catalog/home.tsx'].flatMap((module) => filesOf(bundle, fileOf(bundle, module)))
  return [...new Set(files)].filter((file) => file.endsWith('.css'))
}

/** The first screen shows without the parts that are loaded later, so none is built. */
const withoutParts: Plugin = {
  name: 'without-parts',
  resolveDynamicImport: () => ({ id: '\0part' }),
  load: (id) => (id === '\0part' ? 'export {}' : undefined),
}
