// Shared by all games of the arcade: the session, the balance, the stake, its texts, and the messages to the page around the frame.
const query = new URLSearchParams(location.search)
const lang = query.get('lang') === 'sw' ? 'sw' : 'en'
const texts = {
  demo: ['Demo', 'Jaribio'],
  stake: ['Stake', 'Dau'],
  spin: ['Spin', 'Zungusha'],
  buy: ['Buy a card', 'Nunua kadi'],
  reveal: ['Show all', 'Onyesha zote'],
  bet: ['Place bet', 'Weka dau'],
  cash: ['Cash out', 'Toa pesa'],
  flip: ['Flip', 'Rusha'],
  auto: ['Auto at', 'Toa kwa'],
  heads: ['Heads', 'Kichwa'],
  tails: ['Tails', 'Mwenge'],
  red: ['Red', 'Nyekundu'],
  black: ['Black', 'Nyeusi'],
  reels: ['The five reels and the return', 'Reli tano na kiwango cha kurudisha'],
  pays: ['What it pays', 'Inalipa nini'],
  won: ['You won', 'Umeshinda'],
  lost: ['No win this time', 'Hujashinda mara hii'],
  crashed: ['Crashed at', 'Imeanguka kwa'],
  betting: ['Bets close in', 'Dau zinafungwa baada ya'],
  spinning: ['The wheel is spinning', 'Gurudumu linazunguka'],
  fell: ['The wheel stopped at', 'Gurudumu limesimama kwa'],
  invalid: ['Choose a stake and a bet first', 'Chagua dau kwanza'],
  no_funds: ['Your balance is too low for this stake', 'Salio lako halitoshi kwa dau hili'],
  refused: ["This stake wasn't taken", 'Dau hili halikukubaliwa'],
  unknown: ["We couldn't reach the wallet. Your stake is back", 'Hatukufikia pochi. Dau lako limerudishwa'],
  not_now: ['Too late for this round', 'Umechelewa kwa raundi hii'],
  no_session: ['This game has ended. Open it again', 'Mchezo huu umeisha. Ufungue tena'],
  offline: ["You're offline. Try again in a moment", 'Huna mtandao. Jaribu tena'],
}

/** The text of a name in the player's language. */
export const textOf = (name) => (Object.hasOwn(texts, name) ? texts[name][lang === 'sw' ? 1 : 0] : name)
export const one = (selector) => document.querySelector(selector)
export const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, calm ? 0 : ms))
let amounts = { sign: '', digits: 2 }

/** A number of shillings as its country writes it: "KSh 20.00", or "TSh 1,500" where nobody uses cents; they are cut, not rounded. */
export function amount(value) {
  const { sign, digits } = amounts
  const shown = digits === 0 ? Math.trunc(Number(value)) : Number(value)
  return `${sign} ${shown.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

/** Posts to the parent page: `ready`, `balance` (it changed), `close` or `session_ended`. */
export const notifyPage = (type) => parent !== window && parent.postMessage({ type, source: 'arcade' }, '*')

let session = ''

async function call(path, body) {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  const read = await reply?.json().catch(() => undefined)
  if (reply?.ok) return read
  throw new Error(read?.error ?? 'offline')
}

function show(balance) {
  const text = amount(balance)
  if (one('header output').textContent !== text) notifyPage('balance')
  one('header output').textContent = text
}

/** Makes a move and shows the balance after it; `quiet` leaves the balance to `settled`. Throws a name of `texts`. */
export async function play(move, { quiet = false } = {}) {
  note('')
  const answer = await call('/api/play', { session, ...move })
  if (!quiet) show(answer.balance)
  return answer
}
export const settled = (answer) => show(answer.balance)

/** The state of a game that runs on its server. */
export async function state() {
  const reply = await fetch(`/api/state?session=${session}`)
  if (!reply.ok) throw new Error(reply.status === 401 ? 'no_session' : 'offline')
  const answer = await reply.json()
  show(answer.balance)
  return answer
}

/** A sentence under the game: what it paid, or what is wrong. */
export function note(text, kind = '') {
  one('#note').textContent = text
  one('#note').className = kind
}
export function failed(error) {
  note(textOf(error.message), 'fault')
  if (error.message === 'no_session') notifyPage('session_ended')
}
export const result = (pays, stake = '0') =>
  Number(pays) > Number(stake)
    ? note(`${textOf('won')} ${amount(pays)}`, 'won')
    : note(Number(pays) > 0 ? amount(pays) : textOf('lost'))

export const stake = () => one('#stake').value

/** Opens the session of the launch address, and the game once it is there. */
export async function open() {
  document.documentElement.lang = lang
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = textOf(element.dataset.text)
  addEventListener('keydown', (event) => event.key === 'Escape' && notifyPage('close'))
  try {
    const opened = await call('/api/open', { launch: location.search.slice(1) })
    session = opened.session
    amounts = opened.amounts
    one('#stake').innerHTML = opened.stakes.map((value) => `<option>${Number(value)}</option>`).join('')
    one('.mode').textContent = opened.mode === 'demo' ? textOf('demo') : ''
    show(opened.balance)
    for (const button of document.querySelectorAll('button')) button.disabled = false
    notifyPage('ready')
    return true
  } catch (error) {
    failed(error)
    return false
  }
}

/** Runs the work of a button once at a time, with what goes wrong shown. */
export function onPress(button, work) {
  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-busy') === 'true') return
    button.setAttribute('aria-busy', 'true')
    try {
      await work()
    } catch (error) {
      failed(error)
    }
    button.removeAttribute('aria-busy')
  })
}
