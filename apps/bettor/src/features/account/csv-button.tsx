import { useLingui } from '@lingui/react/macro'
import { downloader } from '@nare/client/download'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { saveFile } from '../../play/save-file.ts'
import { session } from '../../state/browser.ts'

const download = downloader({ base: '', session, fetch: (...args) => fetch(...args) })

/** Downloads a CSV with `fetch`, because a plain link cannot send the session token. */
export function CsvButton({ url, name }: { url: string; name: string }) {
  const { t } = useLingui()
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
        {busy ? t`Downloading…` : t`Download CSV`}
      </Button>
      {failed && !busy && <Notice>{t`Couldn't download the file. Try again`}</Notice>}
    </>
  )
}
