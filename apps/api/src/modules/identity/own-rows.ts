import { sql } from 'kysely'
import { ownRows, type OwnRows } from '#platform/own-rows'

/** The pictures of documents that are held; the pictures themselves stay where they are. */
const pictures: OwnRows = {
  table: 'identity.kyc_picture',
  about: 'Pictures of documents that we hold',
  async read(db, { bettor }) {
    const { rows } = await sql<{ row: unknown }>`
      select jsonb_build_object('case_id', p.case_id, 'kind', p.kind, 'type', p.type, 'bytes', p.bytes, 'received_at', p.received_at) as row
      from identity.kyc_picture p join identity.kyc_case c on c.id = p.case_id
      where c.bettor = ${bettor}::bigint order by p.case_id, p.kind limit 1000`.execute(db)
    return { rows: rows.map(({ row }) => row), next: undefined }
  },
}

/** What this area keeps about a bettor, for the bettor's download. */
export const identityOfBettor = [
  pictures,
  ownRows('identity.bettor', { about: 'The profile, with the accepted terms', key: [['id', 'bigint']], bettor: 'id' }),
  ownRows('identity.session', {
    about: 'Sessions of the last 60 days',
    key: [
      ['opened_at', 'timestamptz'],
      ['no', 'bigint'],
    ],
    bettor: 'bettor',
  }),
  ownRows('identity.device', {
    about: 'Remembered devices',
    key: [
      ['bound_at', 'timestamptz'],
      ['device', 'uuid'],
    ],
    bettor: 'bettor',
  }),
  ownRows('identity.device_use', { about: 'When devices were used', key: [['device', 'uuid']], bettor: 'bettor' }),
  ownRows('identity.kyc_case', {
    about: 'Identity checks and the documents they used',
    key: [['id', 'bigint']],
    bettor: 'bettor',
  }),
  ownRows('identity.kyc_wanted', {
    about: 'Identity checks that were asked for',
    key: [['at', 'timestamptz']],
    bettor: 'bettor',
    // Written for the house: it may be a suspicion, of which the law forbids to tell the person.
    leave: ['reason'],
  }),
  ownRows('identity.confirmation', {
    about: 'When the identity was confirmed',
    key: [['at', 'timestamptz']],
    bettor: 'bettor',
  }),
  ownRows('identity.name_consent', {
    about: 'The wish to be named beside wins',
    key: [['id', 'bigint']],
    bettor: 'bettor',
  }),
  ownRows('identity.terms_accepted', {
    about: 'Terms that were accepted',
    key: [
      ['at', 'timestamptz'],
      ['version', 'text'],
    ],
    bettor: 'bettor',
  }),
  ownRows('identity.bettor_message', { about: 'Messages from the house', key: [['id', 'bigint']], bettor: 'bettor' }),
]

/** Apart from the others, because a part of a download keeps its place: this one came later. */
export const messageConsentOfBettor = [
  ownRows('identity.message_consent', {
    about: 'The consent to promotions by message',
    key: [['id', 'bigint']],
    bettor: 'bettor',
  }),
]

/** Apart from the others too. */
export const passkeysOfBettor = [
  ownRows('identity.passkey', {
    about: 'Passkeys that were added',
    key: [
      ['created_at', 'timestamptz'],
      ['id', 'text'],
    ],
    bettor: 'bettor',
    leave: ['public_key', 'counter'],
  }),
]
