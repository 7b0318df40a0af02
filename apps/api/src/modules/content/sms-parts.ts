const basic = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ^{}\\[~\]|€]*$/
const extended = /[\^{}\\[~\]|€]/g

/**
 * How many parts a text is sent in: 160 characters of the GSM alphabet in one, 153 in each of several (3GPP TS 23.038); 70 and 67 for any other
 * text. A sign of the extension table counts twice.
 */
export function smsParts(text: string): number {
  const isBasic = basic.test(text)
  const length = isBasic ? text.length + (text.match(extended)?.length ?? 0) : text.length
  const [one, several] = isBasic ? [160, 153] : [70, 67]
  return length <= one ? 1 : Math.ceil(length / several)
}
