setInterval(() => undefined, 1000);
