import { useLingui } from '@lingui/react/macro'
import { messages } from '@nare/contract/messages'
import { Button } from '@nare/ui/button'
import { EmptyState } from '@nare/ui/empty-state'
import { kickoff } from '@nare/ui/format'
import { failureText } from '../../i18n/failure-text.ts'
import { Retry } from '../../loading/retry.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { usePages } from '../../paging/use-pages.ts'
import { useRead } from '../../state/use-read.ts'
import style from './account.module.css'
import { MessageConsents } from './message-consents.tsx'
import { Notices } from './notices.tsx'

const perPage = 30

/** Which notices the bettor wants, what the bettor agrees to get, and the messages that the house has sent in the app, the newest first. */
export function Inbox() {
  return (
    <>
      <Notices />
      <MessageConsents />
      <Messages />
    </>
  )
}

function Messages() {
  const { i18n, t } = useLingui()
  const { pages, more } = usePages('messages')
  const { body, failed, loading, again } = useRead(messages.messages, { page: 1, limit: perPage })
  if (!body && failed && !loading) return <Retry why={failureText(i18n, failed)} again={again} />
  if (!body) return <Skeleton rows={4} />
  return (
    <section aria-labelledby="messages">
      <h2 id="messages" className="unseen">{t`Messages`}</h2>
      {body.data.length === 0 ? (
        <EmptyState drawing="page">{t`No messages yet`}</EmptyState>
      ) : (
        <ul className={style.messages}>
          {Array.from({ length: pages }, (_, index) => (
            <MessagesOf key={index} page={index + 1} />
          ))}
        </ul>
      )}
      {body.meta.total > pages * perPage && <Button look="soft" wide onClick={more}>{t`Load more`}</Button>}
    </section>
  )
}

function MessagesOf({ page }: { page: number }) {
  const { i18n } = useLingui()
  const { body } = useRead(messages.messages, { page, limit: perPage })
  return body?.data.map(({ message_id, text, at }) => (
    <li key={message_id}>
      <time dateTime={at}>{kickoff(at, i18n.locale)}</time>
      <p>{text}</p>
    </li>
  ))
}
