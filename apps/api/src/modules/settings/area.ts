import { operatorSettings } from '@nare/contract/settings'
import type { Area, AreaDeps } from '#area'
import { mount } from '#platform/calls'
import { openLevels } from './levels.ts'
import { settingsRoutes } from './routes.ts'
import { openSettings, readAgainMs } from './settings.ts'

type Deps = Pick<AreaDeps, 'db' | 'bus' | 'clock' | 'log' | 'country' | 'config'> & {
  readonly file?: ReadonlyMap<string, string>
}

export async function openSettingsArea(deps: Deps) {
  const settings = await openSettings(deps)
  const levels = await openLevels(deps)
  const area: Area = {
    routes: (mounting) => mount(mounting, operatorSettings, settingsRoutes({ ...deps, settings })),
    gauges: [
      {
        name: 'nare_settings_age_seconds',
        help: 'How long ago a process read the settings',
        read: async () => [{ labels: {}, value: settings.ageS() }],
      },
    ],
    jobs: [
      { name: 'settings', everyMs: readAgainMs, role: 'every', run: settings.readAgain },
      { name: 'rules by level', everyMs: readAgainMs, role: 'every', run: levels.readAgain },
    ],
  }
  return { settings, levels, area }
}
