import { one, onPress, open, play, result, settled, stake, textOf, wait } from './frame.js'

const sides = [...document.querySelectorAll('[data-side]')]
let side = 'heads'

one('#coin').textContent = textOf('heads')
for (const button of sides) {
  button.addEventListener('click', () => {
    side = button.dataset.side
    for (const other of sides) other.setAttribute('aria-pressed', String(other === button))
  })
}
if (await open()) {
  onPress(one('#go'), async () => {
    const asked = play({ stake: stake(), side }, { quiet: true })
    asked.catch(() => undefined)
    one('#coin').classList.add('turning')
    await wait(600)
    const flip = await asked.finally(() => one('#coin').classList.remove('turning'))
    one('#coin').textContent = textOf(flip.fell)
    settled(flip)
    result(flip.pays, flip.stake)
  })
  one('#go').focus()
}
