// Sets the chosen theme before the first paint. It is a file because the security policy allows no inline script.
try {
  var theme = JSON.parse(localStorage.getItem('console:theme') || 'null')
  if (theme && /^(dark|light)$/.test(theme.value)) document.documentElement.dataset.theme = theme.value
} catch (fault) {}
