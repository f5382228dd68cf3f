// Runs before the first paint, so that a person who chose dark never sees a white flash, and follows the system when it
// changes. A file, because the page forbids inline scripts.
(function () {
  var dark = matchMedia('(prefers-color-scheme: dark)');

  function storedScheme() {
    try {
      return localStorage.getItem('mantine-color-scheme-value');
    } catch {
      // Storage is forbidden in some private windows; the system's wish decides then.
      return null;
    }
  }

  function apply() {
    var stored = storedScheme();
    var scheme = stored === 'light' || stored === 'dark' ? stored : dark.matches ? 'dark' : 'light';
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  }

  apply();
  dark.addEventListener('change', apply);
})();
