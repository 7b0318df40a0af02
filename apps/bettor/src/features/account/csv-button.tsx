import { Trans } from '@lingui/react/macro'
import { downloader } from '@nare/client/download'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { session } from '../../state/browser.ts'

const download = downloader({ base: '', session, fetch: (...asked) => fetch(...asked) })

/** Saves a list of the bettor's own as a file; it is fetched with the session, which no plain link could carry. */
export function CsvButton({ url, name }: { url: string; name: string }) {
  const [failed, setFailed] = useState(false)
  const { busy, once } = useOnce()
  const save = async (): Promise<void> => {
    const got = await download(url, name)
    if (got.ok) keepFile(got.blob, got.name)
    setFailed(!got.ok)
  }
  return (
    <>
      <Button look="soft" small disabled={busy} onClick={() => void once(save)}>
        {busy ? <Trans>Fetching the file…</Trans> : <Trans>Download CSV</Trans>}
      </Button>
      {failed && !busy && (
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
