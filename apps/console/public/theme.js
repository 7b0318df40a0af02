// Sets the chosen theme before the first paint. It is a file because the security policy allows no inline script.
try {
  const theme = JSON.parse(localStorage.getItem('console:theme') || 'null')
  if (theme && /^(dark|light)$/.test(theme.value)) document.documentElement.dataset.theme = theme.value
} catch {
  // Without storage the system's theme holds.
}
