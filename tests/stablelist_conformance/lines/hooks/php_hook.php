<?php

// The extension pcov counts lines for this file, which PHP runs first. What was counted is written when the program
// ends, or is told to end.
if (function_exists('pcov\start')) {
    \pcov\start();
    $write = function () {
        \pcov\stop();
        $file = getenv('STABLELIST_PHP') . '/' . getmypid();
        file_put_contents("$file.part", json_encode((object) \pcov\collect()));
        rename("$file.part", "$file.json"); // complete or not at all
    };
    register_shutdown_function($write);
    if (function_exists('pcntl_async_signals')) {
        pcntl_async_signals(true);
        pcntl_signal(SIGTERM, fn () => exit(143));
    }
}
