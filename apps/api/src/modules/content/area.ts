import { banners } from '@nare/contract/banners'
import { operatorBanners } from '@nare/contract/operator-banners'
import { content as calls } from '@nare/contract/content'
import { messages as messageCalls, operatorMessages } from '@nare/contract/messages'
import { operatorTexts } from '@nare/contract/operator-texts'
import { pages as pageCalls } from '@nare/contract/pages'
import { terms } from '@nare/contract/terms'
import type { Area, AreaDeps } from '#area'
import type { DeliveryReport } from '#modules/identity/identity'
import { mount } from '#platform/calls'
import { bannerRoutes, operatorBannerRoutes, serveBannerPictures } from './banners.ts'
import { contentRoutes, openContentPages, settings, type ContentDeps } from './content.ts'
import { openHouseMessages, type MessagesDeps } from './messages.ts'
import { openPublished, readAgainMs } from './published.ts'
import { brandSettings, messageSettings } from './settings.ts'
import { termsRoutes } from './terms.ts'
import { textRoutes } from './texts.ts'

type Deps = AreaDeps &
  Omit<ContentDeps, 'settings' | 'pages'> &
  Pick<MessagesDeps, 'identity' | 'sms'> & {
    readonly onSmsReport: (receive: (report: DeliveryReport) => Promise<void>) => void
  }

const sendEveryMs = 2_000

/** The settings of the app, pages, banners and messages of the house. */
export async function openContentArea(deps: Deps) {
  const { db } = deps
  deps.settings.declare(brandSettings)
  deps.settings.declare(messageSettings)
  const published = await openPublished(deps)
  const pages = openContentPages(deps, published.textOf)
  const messages = openHouseMessages({ ...deps, pages })
  deps.onSmsReport(messages.reported)
  const area: Area = {
    routes(mounting) {
      const handlers = contentRoutes({ ...deps, pages })
      mount(mounting, calls, handlers)
      mount(mounting, pageCalls, handlers)
      mount(mounting, terms, termsRoutes(deps))
      mount(mounting, banners, bannerRoutes({ ...deps, pages }))
      mount(mounting, messageCalls, messages.bettors)
      mount(mounting, operatorTexts, textRoutes({ ...deps, pages, published }))
      mount(mounting, operatorBanners, operatorBannerRoutes(deps))
      mount(mounting, operatorMessages, messages.operators)
      serveBannerPictures(mounting.app, db)
    },
    jobs: [
      { name: 'texts', everyMs: readAgainMs, role: 'every', run: published.readAgain },
      { name: 'messages of the house', everyMs: sendEveryMs, run: messages.send },
      { name: 'reports of messages', everyMs: 3_600_000, run: messages.sweep },
    ],
    drain: () => messages.stop(),
  }
  return { area, settings: () => settings({ ...deps, pages }) }
}
