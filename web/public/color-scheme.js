// Runs before the first paint, so that a person who chose dark never sees a white flash. A file, because the page forbids inline scripts.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage is forbidden in some private windows; the system's wish decides then.
    stored = null;
  }
  var isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  var scheme = stored === 'light' || stored === 'dark' ? stored : isDark ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
