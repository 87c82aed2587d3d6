import { config } from 'zod/v4/core';

// In the build, every schema is imported through this module: zod would test whether it may compile code, which the
// Content-Security-Policy forbids and each browser reports.
config({ jitless: true });

export * from 'zod/v4';
