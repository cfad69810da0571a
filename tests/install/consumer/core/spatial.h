// A header of the program itself that happens to be called like one of Slipstick's.
#error "Slipstick's headers include this file instead of their own core/spatial.h"
