/** Common passwords of eight characters or more, in lower case, including local words and clubs. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd pa55word qwertyui qwertyuiop
  qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyqwerty 1q2w3e4r 1q2w3e4r5t q1w2e3r4 zaq12wsx 1qaz2wsx qazwsxedc
  asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abcdefgh abcdefghi abc12345 abc123456 a1b2c3d4 a1234567
  aa123456 1234abcd 123456789a 12345678a 123456a123 iloveyou iloveyou1 iloveyou2 ilovejesus ilovegod ilovemom
  jesus123 jesuschrist jesusislord godisgood godislove blessed1 blessing princess princess1 sunshine sunshine1
  football football1 baseball basketball superman superman1 spiderman batman123 starwars whatever trustno1 letmein1
  letmein123 welcome1 welcome12 welcome123 changeme changeme1 admin123 admin1234 administrator computer internet
  samsung1 samsung123 safaricom safaricom1 safaricom123 airtel123 mpesa123 mpesa1234 kenya123 kenya1234 kenya2024
  kenya2025 kenya2026 kenya254 nairobi1 nairobi123 nairobi254 mombasa1 mombasa123 kisumu123 nakuru123 harambee
  harambee1 gormahia gormahia1 afcleopards arsenal1 arsenal123 arsenalfc chelsea1 chelsea123 chelseafc liverpool
  liverpool1 liverpool123 manchester manchester1 manutd123 manunited mancity1 mancity123 barcelona barcelona1
  realmadrid juventus ronaldo7 cristiano messi123 messi1234 rooney10 betting1 betting123 jackpot1 jackpot123
  winner123 lucky777 lucky1234 michael1 jennifer jordan23 michelle charlie1 dragon123 monkey123 master123 shadow123
  freedom1 forever1 nothing1 mustang1 pokemon1 naruto123 hello123 hello1234 test1234 testtest secret123 mypassword
  nare1234 nare12345 narenare karibu123 nakupenda`.split(/\s+/),
)
