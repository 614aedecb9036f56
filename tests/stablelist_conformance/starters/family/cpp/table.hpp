// What the starter knows of the operations of @system@. @legend@
#pragma once

constexpr auto table = R"(
@row@
)";
