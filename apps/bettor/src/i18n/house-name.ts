/** The name of the house, which the server writes into the title of the page. The first rows are rendered without a page. */
export const houseName = typeof document === 'undefined' ? 'Nare' : document.title || 'Nare'
