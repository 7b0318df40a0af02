import { Trans } from '@lingui/react/macro'
import { downloader } from '@nare/client/download'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { session } from '../../state/browser.ts'

const download = downloader({ base: '', session, fetch: (...asked) => fetch(...asked) })

/** Saves a list of the bettor's own as a file; it is fetched with the session, which no plain link could carry. */
export function CsvButton({ url, name }: { url: string; name: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const save = async (): Promise<void> => {
    setState('busy')
    const got = await download(url, name)
    if (got.ok) keepFile(got.blob, got.name)
    setState(got.ok ? 'idle' : 'failed')
  }
  return (
    <>
      <Button look="soft" small disabled={state === 'busy'} onClick={() => void save()}>
        {state === 'busy' ? <Trans>Fetching the file…</Trans> : <Trans>Download CSV</Trans>}
      </Button>
      {state === 'failed' && (
        <Notice>
          <Trans>The file could not be fetched. Please try again.</Trans>
        </Notice>
      )}
    </>
  )
}

function keepFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
