import { Trans } from '@lingui/react/macro'
import { downloader } from '@nare/client/download'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { session } from '../../state/browser.ts'

const download = downloader({ base: '', session, fetch: (...args) => fetch(...args) })

/** Downloads a CSV with `fetch`, because a plain link cannot send the session token. */
export function CsvButton({ url, name }: { url: string; name: string }) {
  const [failed, setFailed] = useState(false)
  const { busy, once } = useOnce()
  const save = async (): Promise<void> => {
    const file = await download(url, name)
    if (file.ok) saveFile(file.blob, file.name)
    setFailed(!file.ok)
  }
  return (
    <>
      <Button look="soft" small disabled={busy} onClick={() => void once(save)}>
        {busy ? <Trans>Downloading…</Trans> : <Trans>Download CSV</Trans>}
      </Button>
      {failed && !busy && (
        <Notice>
          <Trans>Couldn't download the file. Try again</Trans>
        </Notice>
      )}
    </>
  )
}

function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
