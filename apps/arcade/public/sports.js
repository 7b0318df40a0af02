// A stand-in for a provider of virtual sports: a race of four for nothing, and the way home.
const query = new URLSearchParams(location.search)
const sw = query.get('lang') === 'sw'
const texts = {
  demo: ['Demo', 'Jaribio'],
  sports: [
    'This is where your sports provider opens. Nothing here costs money.',
    'Hapa ndipo mtoa huduma wako wa michezo hufunguka. Hakuna kinacholipiwa.',
  ],
  race: ['Start a race', 'Anza mbio'],
  home: ['Back', 'Rudi'],
  won: ['wins', 'ameshinda'],
}
const textOf = (name) => texts[name][sw ? 1 : 0]
const runners = ['Simba', 'Duma', 'Twiga', 'Nyati']
const one = (selector) => document.querySelector(selector)

document.documentElement.lang = sw ? 'sw' : 'en'
one('.mode').textContent = textOf('demo')
for (const element of document.querySelectorAll('[data-text]')) element.textContent = textOf(element.dataset.text)
one('#races').innerHTML = runners.map((name) => `<button aria-pressed="false">${name}<small></small></button>`).join('')
one('#races').addEventListener('click', ({ target }) => {
  for (const button of one('#races').children)
    button.setAttribute('aria-pressed', String(button === target.closest('button')))
})
one('#go').addEventListener('click', () => {
  const order = runners.map((name) => ({ name, at: crypto.getRandomValues(new Uint32Array(1))[0] }))
  const [first] = order.toSorted((a, b) => a.at - b.at)
  one('#note').textContent = `${first.name} ${textOf('won')}`
})
one('#home').addEventListener('click', () => {
  if (parent !== window) parent.postMessage({ type: 'close', source: 'arcade' }, '*')
  const home = query.get('return_url') ?? ''
  if (parent === window && /^https?:\/\//.test(home)) location.assign(home)
})
