import { expect, test } from 'vitest'
import { command, readCommand } from './command.ts'

test('a COMMAND is read as it is written, with every character that XML escapes', () => {
  const fields = { TYPE: 'REQMFCI', MESSAGE: `5 < 6 & "7" > 'x'`, EMPTY: '' }
  expect(readCommand(command.write(fields))).toEqual(fields)
})

test('white space between fields, an empty field and a declaration are read', () => {
  const text = '\n<?xml version="1.0"?>\n<COMMAND>\n <TXNID> 12 </TXNID>\n<MESSAGE/> </COMMAND>\n'
  expect(readCommand(text)).toEqual({ TXNID: '12', MESSAGE: '' })
})

const bomb = '<!DOCTYPE c [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
test.each([
  ['nothing', ''],
  ['JSON', '{"TXNSTATUS":"200"}'],
  ['a page', '<html><body>502</body></html>'],
  ['a DOCTYPE', `<?xml version="1.0"?>${bomb}<COMMAND><TXNID>&b;</TXNID></COMMAND>`],
  ['an entity of its own', '<COMMAND><TXNID>&b;</TXNID></COMMAND>'],
  ['a numeric entity', '<COMMAND><TXNID>&#49;</TXNID></COMMAND>'],
  ['an attribute', '<COMMAND><TXNID a="1">1</TXNID></COMMAND>'],
  ['a nested field', '<COMMAND><A><TXNID>1</TXNID></A></COMMAND>'],
  ['a field twice', '<COMMAND><TXNSTATUS>200</TXNSTATUS><TXNSTATUS>100</TXNSTATUS></COMMAND>'],
  ['a comment', '<COMMAND><!-- x --><TXNID>1</TXNID></COMMAND>'],
  ['CDATA', '<COMMAND><TXNID><![CDATA[1]]></TXNID></COMMAND>'],
  ['text between fields', '<COMMAND>x<TXNID>1</TXNID></COMMAND>'],
  ['something after the end', '<COMMAND><TXNID>1</TXNID></COMMAND><COMMAND></COMMAND>'],
  ['a cut end', '<COMMAND><TXNID>1</TXNID>'],
  ['a name in small letters', '<COMMAND><__proto__>1</__proto__></COMMAND>'],
])('%s is no COMMAND', (_what, text) => {
  expect(readCommand(text)).toEqual({})
})

test('a long text is read in a time that grows with its length', () => {
  const text = `<COMMAND>${'<A'.repeat(20_000)}`
  const startMs = performance.now()
  expect(readCommand(text)).toEqual({})
  expect(performance.now() - startMs).toBeLessThan(1000)
})
