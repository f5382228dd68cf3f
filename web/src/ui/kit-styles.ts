// Imports every style sheet that the kit needs. The kit's layered version lets our modules always win.
import '@mantine/core/styles.layer.css';
import './fonts.css';
import './base.css';
