import { one, onPress, open, play, result, settled, stake, textOf, wait } from './frame.js'

const colour = (number) => (number === 0 ? 'zero' : number % 2 === 1 ? 'red' : 'black')
const felt = one('.felt')
let on = 'red'

felt.innerHTML = [
  ...Array.from({ length: 13 }, (_, n) => `<button data-on="${n}" class="${colour(n)}">${n}</button>`),
  `<button data-on="red" class="wide red">${textOf('red')}</button>`,
  `<button data-on="black" class="wide black">${textOf('black')}</button>`,
].join('')

function mark() {
  for (const button of felt.children) button.setAttribute('aria-pressed', String(button.dataset.on === on))
}
felt.addEventListener('click', ({ target }) => {
  on = target.dataset?.on ?? on
  mark()
})
mark()
if (await open()) {
  onPress(one('#go'), async () => {
    const asked = play({ stake: stake(), on }, { quiet: true })
    asked.catch(() => undefined)
    one('#number').textContent = '…'
    await wait(700)
    const spin = await asked.catch((error) => {
      one('#number').textContent = '?'
      throw error
    })
    one('#number').textContent = spin.number
    one('#number').className = `number ${spin.colour}`
    settled(spin)
    result(spin.pays, spin.stake)
  })
  one('#go').focus()
}
