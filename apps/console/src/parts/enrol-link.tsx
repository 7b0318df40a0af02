/** A link to enrol, which is shown once. */
export function EnrolLink({ url }: { url: string | undefined }) {
  if (url === undefined) return 'Done.'
  return (
    <>
      Give this link to the person; it is valid for an hour: <code>{url}</code>
    </>
  )
}
